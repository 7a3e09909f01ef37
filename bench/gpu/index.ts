/** What `selvedge bench gpu` measures. */
export { type GpuMeasured, type Length, measureRow } from './measure.ts';
export { probeBandwidth } from './probe.ts';
export { gpuLines, gpuSummary } from './report.ts';
export { GPU_ROWS, type GpuRow } from './rows.ts';
