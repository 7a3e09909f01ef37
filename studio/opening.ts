/** What is open, and how it is opened. */
import type { BackendName } from 'selvedge';
import type { Values, View } from './link.ts';

/** How a scene is opened. */
export interface Wanted {
  /** Id of a method; default the scene's own, or what runs. */
  readonly solver?: string;
  readonly backend?: BackendName;
  /** Parameters of the solver. */
  readonly values?: Values;
  /** Where the camera is and what it looks at; default the scene's own. */
  readonly view?: View;
}

export interface Selection extends Wanted {
  /** Id in the catalogue. */
  readonly scene?: string;
}

/** What is open: of the catalogue, or with its title only a scene of the user's own. */
export interface Shown {
  readonly id?: string;
  readonly title: string;
  /** Its JSON. */
  readonly text: string;
}
