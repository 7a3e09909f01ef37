/**
 * The studio page. `?scene=…&solver=…&backend=…&paused` in the address choose what it begins with.
 * `window.studio` is for tests and for the browser's console:
 *   ready                              resolves when what was asked for is on the screen
 *   world, view                        the running engine world, and its three.js view
 *   scene                              what it was built from, defaults filled in
 *   play(), pause(), stepOnce(), reset()
 *   select({ scene, solver, backend }) changes what is named and keeps the rest
 *   playing                            whether it plays
 *   grabbed                            the particle held by the pointer
 *   tool, useTool(tool)                what the pointer does: drag, tear, cut, shoot, pin, wind
 *   camera                             three.js's
 *   device                             the GPU device the picture and the webgpu backend share
 *   locate(id)                         where a particle is on the page, in CSS pixels: [x, y]
 */

import { BACKEND_NAMES, type BackendName } from 'selvedge';
import { TOOLS, type Tool } from 'selvedge/three';
import { Vector3 } from 'three';
import { byId } from './dom.ts';
import { acceptFiles } from './files.ts';
import { Gallery } from './gallery.ts';
import { Help, listenToKeys, type Shortcut } from './keyboard.ts';
import { Messages } from './messages.ts';
import { Overlay } from './overlay.ts';
import { Panel } from './panel.ts';
import { type Selection, Studio } from './studio.ts';
import { DESCRIPTIONS, Toolbar } from './toolbar.ts';

const messages = new Messages(byId('problem'), byId('notes'), byId('loading'));
const toolbar = new Toolbar((tool) => void studio.useTool(tool));
const overlay = new Overlay(byId('overlay'), byId('statistics'));

const panel = new Panel({
  play: () => toggle(),
  step: () => studio.stepOnce(),
  reset: () => studio.reset(),
  scene: (scene) => studio.select({ scene }),
  solver: (solver) => studio.select({ solver }),
  backend: (backend) => studio.select({ backend }),
  parameters: (wanted) => studio.setParameters(wanted),
  refuse: (reason) => studio.refuseParameters(reason),
  overlay: (isShown) => {
    overlay.isShown = isShown;
  },
});
const studio = new Studio({
  container: byId('view'),
  messages,
  overlay,
  toolbar,
  changed: (state) => panel.show(state),
});
const toggle = () => {
  studio.playing = !studio.playing;
};

const shortcuts: readonly Shortcut[] = [
  { keys: [' '], shown: 'Space', does: 'Play, pause', run: toggle },
  { keys: ['s', 'arrowright'], shown: 'S or →', does: 'One physics step', run: () => studio.stepOnce() },
  { keys: ['r'], shown: 'R', does: 'Back to the beginning', run: () => studio.reset() },
  ...TOOLS.map((tool) => {
    const { key, does } = DESCRIPTIONS[tool];
    return { keys: [key], shown: key.toUpperCase(), does, run: () => void studio.useTool(tool) };
  }),
  { keys: ['h', '?'], shown: 'H', does: 'This help', run: () => help.toggle() },
  {
    keys: ['escape'],
    shown: '',
    does: 'Close what is open',
    run: () => {
      help.toggle(false);
      messages.dismiss();
    },
  },
];
const help = new Help(shortcuts);
listenToKeys(shortcuts);
new Gallery((scene) => studio.select({ scene }));
acceptFiles((name, text) => studio.openText(name, text));

/** From the address; what it misspells is left out. */
function firstSelection(): Selection {
  const wanted = new URLSearchParams(location.search);
  const backend = BACKEND_NAMES.find((name) => name === wanted.get('backend'));
  return {
    scene: wanted.get('scene') ?? undefined,
    solver: wanted.get('solver') ?? undefined,
    ...(backend ? { backend: backend as BackendName } : {}),
  };
}

panel.show(undefined);
studio.playing = !new URLSearchParams(location.search).has('paused');
studio.start(firstSelection());

async function locate(id: number): Promise<[number, number]> {
  const { view } = studio.simulation!;
  const positions = await view.surface.read();
  const { camera, renderer } = studio.stage;
  camera.updateMatrixWorld();
  const { x, y } = new Vector3()
    .fromArray(positions, 3 * id)
    .applyMatrix4(view.matrixWorld)
    .project(camera);
  const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
  return [left + ((x + 1) / 2) * width, top + ((1 - y) / 2) * height];
}

const face = {
  get ready() {
    return studio.ready;
  },
  get world() {
    return studio.world;
  },
  get view() {
    return studio.simulation?.view;
  },
  get scene() {
    return studio.simulation?.scene;
  },
  get playing() {
    return studio.playing;
  },
  get grabbed() {
    return studio.tools.grabbed;
  },
  get tool() {
    return studio.tool;
  },
  get camera() {
    return studio.stage.camera;
  },
  get device() {
    return studio.stage.device;
  },
  play: () => {
    studio.playing = true;
  },
  pause: () => {
    studio.playing = false;
  },
  stepOnce: () => studio.stepOnce(),
  reset: () => studio.reset(),
  useTool: (tool: Tool) => studio.useTool(tool),
  select: (selection: Selection) => studio.select(selection),
  locate,
};
export type StudioFace = typeof face;
Object.assign(window, { studio: face });
