/**
 * The studio page. What the address says is described in link.ts.
 * `window.studio` is for tests and for the browser's console:
 *   ready                              resolves when what was asked for is on the screen
 *   world, view                        the running engine world, and its three.js view
 *   scene                              what it was built from, defaults filled in
 *   play(), pause(), stepOnce(), reset()
 *   select({ scene, solver, backend }) changes what is named and keeps the rest
 *   seek(frame), frames                to a recorded moment, by its number; the times of all of them
 *   rivals                             what runs beside it with other solvers: worlds and views
 *   playing                            whether it plays
 *   grabbed                            the particle held by the pointer
 *   tool, useTool(tool)                what the pointer does: drag, tear, cut, shoot, pin, wind
 *   camera                             three.js's
 *   device                             the GPU device the picture and the webgpu backend share
 *   locate(id)                         where a particle is on the page, in CSS pixels: [x, y]
 */

import { TOOLS, type Tool } from 'selvedge/three';
import { Vector3 } from 'three';
import { Address } from './address.ts';
import { Compare } from './compare.ts';
import { byId } from './dom.ts';
import { Editor } from './editor.ts';
import { acceptFiles } from './files.ts';
import { Gallery } from './gallery.ts';
import { Help, listenToKeys, type Shortcut } from './keyboard.ts';
import { Library } from './library.ts';
import { Messages } from './messages.ts';
import type { Selection } from './opening.ts';
import { Overlay } from './overlay.ts';
import { Panel } from './panel.ts';
import { See } from './see.ts';
import { Studio } from './studio.ts';
import { Timeline } from './timeline.ts';
import { DESCRIPTIONS, Toolbar } from './toolbar.ts';
import { WorldPanel } from './world-panel.ts';

const messages = new Messages(byId('problem'), byId('notes'), byId('loading'));
const toolbar = new Toolbar((tool) => void studio.useTool(tool));
const overlay = new Overlay(byId('overlay'), byId('statistics'));
const library = new Library();

const panel = new Panel({
  scene: (scene) => studio.select({ scene }),
  own: (name) => studio.openText(name, library.text(name) ?? ''),
  solver: (solver) => studio.select({ solver }),
  backend: (backend) => studio.select({ backend }),
  parameters: (wanted) => studio.setParameters(wanted),
  refuse: (reason) => studio.refuseParameters(reason),
  overlay: (isShown) => {
    overlay.isShown = isShown;
  },
});
const worldPanel = new WorldPanel({ change: (text, settings) => void studio.changeScene(text, settings) });
const timeline = new Timeline({
  play: () => toggle(),
  step: () => studio.stepOnce(),
  reset: () => studio.reset(),
  seek: (frame) => studio.seek(frame),
  speed: (speed) => {
    studio.speed = speed;
  },
});
const studio = new Studio({
  container: byId('view'),
  messages,
  overlay,
  toolbar,
  drawn: (now) => {
    showTime();
    see.frame(now);
  },
  isPlotted: () => compare.isOpen,
  measured: (measured) => compare.add(measured),
  changed: (state) => {
    panel.show(state && { ...state, own: library.names });
    worldPanel.show(studio.simulation && { scene: studio.simulation.scene, ...studio.shown });
    showTime();
    see.follow();
    compare.follow();
    editor.follow();
    address.changed();
  },
});
const see = new See(studio);
const compare = new Compare(studio);
const editor = new Editor(studio, library, () => panel.refresh(library.names));
const address = new Address(studio, library, messages);
const toggle = () => {
  studio.playing = !studio.playing;
};

function showTime(): void {
  const { world, player } = studio;
  timeline.show(
    world && {
      playing: studio.playing,
      time: world.time,
      frames: player.recorder.frames.map(({ time }) => time),
    },
  );
}

const gallery = new Gallery((scene) => studio.select({ scene }));
const shortcuts: readonly Shortcut[] = [
  { keys: [' '], shown: 'Space', does: 'Play, pause', run: toggle },
  { keys: ['s', 'arrowright'], shown: 'S or →', does: 'One physics step', run: () => studio.stepOnce() },
  { keys: ['arrowleft'], shown: '←', does: 'Back by one recorded moment', run: () => studio.seekBy(-1) },
  { keys: ['r'], shown: 'R', does: 'Back to the beginning', run: () => studio.reset() },
  { keys: ['m'], shown: 'M', does: 'Slow motion', run: () => timeline.nextSpeed() },
  ...TOOLS.map((tool) => {
    const { key, does } = DESCRIPTIONS[tool];
    return { keys: [key], shown: key.toUpperCase(), does, run: () => void studio.useTool(tool) };
  }),
  { keys: ['f'], shown: 'F', does: "The scene's own camera", run: () => studio.home() },
  { keys: ['v'], shown: 'V', does: 'Colour by strain, speed, force …', run: () => see.next() },
  { keys: ['g'], shown: 'G', does: 'All scenes', run: () => gallery.open() },
  { keys: ['e'], shown: 'E', does: 'The scene as text', run: () => void editor.toggle() },
  { keys: ['k'], shown: 'K', does: 'Save a photo', run: () => void studio.photo() },
  { keys: ['l'], shown: 'L', does: 'Copy a link', run: () => void address.copy() },
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
acceptFiles((name, text) => studio.openText(name, text));
byId('link-button').addEventListener('click', () => void address.copy());
byId('photo-button').addEventListener('click', () => void studio.photo());

panel.show(undefined);
timeline.show(undefined);
studio.playing = !address.first.link.isPaused;
void studio.begin();
void address.open();

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
  get rivals() {
    return studio.player.rivals.all;
  },
  get playing() {
    return studio.playing;
  },
  get grabbed() {
    return studio.tools?.grabbed;
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
  seek: (frame: number) => studio.seek(frame),
  get frames() {
    return studio.player.recorder.frames.map(({ time }) => time);
  },
  useTool: (tool: Tool) => studio.useTool(tool),
  select: (selection: Selection) => studio.select(selection),
  locate,
};
export type StudioFace = typeof face;
Object.assign(window, { studio: face });
