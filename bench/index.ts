/** What `selvedge bench` measures. */
export { type Case, measure, type Row } from './case.ts';
export { CASES } from './cases.ts';
export { nativePrograms } from './native.ts';
export { linesOf, reportOf, summaryOf, type Where } from './report.ts';
export {
  type Asked,
  type Comparison,
  changesSince,
  compared,
  comparisonLines,
  fileNameOf,
  type Kept,
  keptOf,
  type Results,
  readResults,
  resultsText,
} from './results.ts';
export { type Soaked, soak, type Verdict, verdictOf } from './soak.ts';
export { aligned } from './spread.ts';
