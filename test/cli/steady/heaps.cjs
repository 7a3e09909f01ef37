// Required into the program and each of its workers before anything else: tells how much has been allocated there.
const { BroadcastChannel, isMainThread } = require('node:worker_threads');

const memories = [];
WebAssembly.Memory = class extends WebAssembly.Memory {
  constructor(options) {
    super(options);
    memories.push(this);
  }
};

/** Bytes in use, of JavaScript and of WebAssembly. With `collect`, garbage is collected first. */
function heapHere(collect) {
  if (collect) globalThis.gc();
  const wasm = memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  return { heap: process.memoryUsage().heapUsed, wasm };
}

const channel = new BroadcastChannel('heaps');
channel.unref();
if (!isMainThread) channel.onmessage = ({ data: { collect } }) => channel.postMessage(heapHere(collect));

/** The same of the only worker. */
function heapOfWorker(collect) {
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(data);
    channel.ref();
    channel.postMessage({ collect });
  }).finally(() => channel.unref());
}

module.exports = { heapHere, heapOfWorker };
