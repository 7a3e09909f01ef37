/** What `selvedge bench showcases` measures. */
export { type Showcase, type Shown, show, titleOf } from './measure.ts';
export { showcasesReport, shownLines, shownSummary } from './report.ts';
