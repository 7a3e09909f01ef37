/** What the papers say their showcases took, on a GTX 970; [PNF18] Fig. 1, 6 to 8, [NP17] 6.2. */

export interface Figure {
  readonly where: string;
  readonly springs?: number;
  /** Milliseconds per step of 2 ms, integration and collisions included. */
  readonly ms?: number;
  /** Frames per second at eight steps per frame, drawn; 60 is the screen's. */
  readonly fps?: number;
}

export const FIGURES: Readonly<Record<string, Figure>> = {
  'rotating-chair': { where: 'PNF18 Fig. 1', springs: 19_000, ms: 2.5 },
  'four-cloths-hit': { where: 'PNF18 Fig. 1 and 6', springs: 32_000, ms: 4.1, fps: 35 },
  funnel: { where: 'PNF18 Fig. 7', springs: 59_000, fps: 35 },
  cannonballs: { where: 'PNF18 Fig. 8', springs: 8000, fps: 60 },
  'tearing-by-dragging': { where: 'PNF18 Fig. 8', springs: 8000, fps: 60 },
  'five-cloths-on-a-box': { where: 'NP17 6.2', fps: 60 },
  'thrown-at-a-wall': { where: 'NP17 6.2', fps: 60 },
  ropes: { where: 'NP17 6.2', fps: 60 },
  curtain: { where: 'NP17 6.2', fps: 60 },
};
