/** The same scene with other solvers, side by side from one state, under one camera and one hand. */
import { BACKEND_NAMES, type Grab } from 'selvedge';
import { Vector3 } from 'three';
import { backendFor } from './choose.ts';
import { reachOf } from './framing.ts';
import { Simulation } from './simulation.ts';
import type { Stage } from './stage.ts';

/** Of the width of what is drawn: from the middle of one world to that of the next. */
const APART = 1.15;
/** How much further back the camera goes for each world more. */
const BACK = 0.85;

export class Rivals {
  all: readonly Simulation[] = [];
  readonly #grabs = new Map<number, Grab[]>();
  #before: Stage['view'] | undefined;

  /** Opens one for each solver, where the leader is; those before are gone. */
  async open(stage: Stage, leader: Simulation, solvers: readonly string[]): Promise<void> {
    this.clear(stage);
    if (solvers.length === 0) return;
    const { parsed, initial, hasMagazine, world } = leader;
    const state = await world.snapshot();
    const made: Simulation[] = [];
    try {
      for (const id of solvers) {
        const backend = backendFor(id, BACKEND_NAMES.find((name) => name === world.backend.name) ?? 'wasm');
        const method = leader.method.with({ id });
        made.push(await Simulation.open(stage, { parsed, backend, method, state, initial, hasMagazine }));
      }
    } catch (error) {
      for (const each of made) each.dispose();
      throw error;
    }
    this.all = made;
    this.#place(stage, leader);
  }

  /** In a row to the right, as the camera sees it. */
  #place(stage: Stage, leader: Simulation): void {
    const { camera, controls } = stage;
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0).setY(0).normalize();
    const size = reachOf(leader.whereabouts()).getSize(new Vector3());
    const way = APART * Math.max(0.2, Math.abs(right.x) * size.x + Math.abs(right.z) * size.z);
    this.#before = stage.view;
    this.all.forEach(({ view }, k) => {
      view.position.copy(right).multiplyScalar((k + 1) * way);
      stage.content.add(view);
    });
    const aside = right.multiplyScalar((way * this.all.length) / 2);
    const back = camera.position
      .clone()
      .sub(controls.target)
      .multiplyScalar(BACK * this.all.length);
    const [position, target] = [
      camera.position.clone().add(aside).add(back),
      controls.target.clone().add(aside),
    ];
    stage.view = [...position.toArray(), ...target.toArray()];
  }

  /** A pull on a particle of the leader, on all. */
  pull(id: number, position: readonly [number, number, number]): void {
    if (!this.#grabs.has(id))
      this.#grabs.set(
        id,
        this.all.map(({ world, view: { surface } }) => {
          const own = surface.isShared ? position : [...surface.positions.subarray(3 * id, 3 * id + 3)];
          return world.grab(id, own as [number, number, number]);
        }),
      );
    for (const grab of this.#grabs.get(id) ?? []) grab.moveTo([...position]);
  }

  letGo(): void {
    for (const grabs of this.#grabs.values()) for (const grab of grabs) grab.release();
    this.#grabs.clear();
  }

  /** Pins what the leader pins. */
  pin(id: number, isPinned: boolean): void {
    for (const { world } of this.all)
      if (isPinned) world.pin(id);
      else world.unpin(id);
  }

  clear(stage?: Stage): void {
    this.#grabs.clear();
    for (const each of this.all) each.dispose();
    if (this.all.length > 0 && stage && this.#before) stage.view = this.#before;
    this.all = [];
  }
}
