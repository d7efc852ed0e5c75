// The page: it steps the swarm, draws it from its columns, and passes on clicks and keys.
import { Columns } from "./columns.js";

const MANY = 100_000;
// How often the text of the bar changes, in milliseconds.
const BAR = 250;

const options = new URLSearchParams(location.search);
const { instance } = await WebAssembly.instantiateStreaming(fetch("swarm.wasm"));
const swarm = instance.exports;
const canvas = document.getElementById("canvas");
const context = canvas.getContext("2d");

const columns = new Columns(swarm, {
  position: { array: Float32Array, width: 2 },
  colour: { array: Uint32Array, width: 1 },
});

const state = { pointer: [0.5, 0.5], picked: 0n, frames: 0, step: 0, draw: 0, shown: 0 };
let image;

function fit() {
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  image = context.createImageData(canvas.width, canvas.height);
}

// Draws one pixel per row, from the columns themselves.
function draw() {
  const { width, height } = image;
  const pixels = new Uint32Array(image.data.buffer);
  pixels.fill(0xff111111);
  const { position, colour } = columns;
  for (let row = 0; row < colour.length; row++) {
    plot(pixels, width, height, position[2 * row], position[2 * row + 1], colour[row]);
  }
  context.putImageData(image, 0, 0);
  const row = swarm.row_of(state.picked);
  if (row >= 0) {
    context.strokeStyle = "#fff";
    context.beginPath();
    context.arc(position[2 * row] * width, position[2 * row + 1] * height, 8, 0, 2 * Math.PI);
    context.stroke();
  }
}

function plot(pixels, width, height, x, y, colour) {
  if (x >= 0 && x < 1 && y >= 0 && y < 1) {
    pixels[((y * height) | 0) * width + ((x * width) | 0)] = colour;
  }
}

// Moves the swarm for some seconds and draws it.
function frame(seconds) {
  const begin = performance.now();
  const [x, y] = state.pointer;
  swarm.step(seconds, x, y);
  const stepped = performance.now();
  draw();
  state.frames += 1;
  state.step += stepped - begin;
  state.draw += performance.now() - stepped;
}

function show(id, text) {
  document.getElementById(id).textContent = text;
}

function bar() {
  const { frames, step, draw } = state;
  show("rows", swarm.rows().toLocaleString("en"));
  show("frame", ((step + draw) / frames).toFixed(1));
  show("step", (step / frames).toFixed(1));
  show("draw", (draw / frames).toFixed(1));
  show("memory", (swarm.memory.buffer.byteLength / 2 ** 20).toFixed(0));
  if (state.picked !== 0n) {
    const age = swarm.age(state.picked);
    show("picked", age < 0 ? `fly ${state.picked} is gone` : `fly ${state.picked}, ${age.toFixed(1)} s old`);
  }
  Object.assign(state, { frames: 0, step: 0, draw: 0 });
}

let last = performance.now();
function loop(now) {
  frame(Math.min((now - last) / 1000, 0.05));
  last = now;
  if (now - state.shown > BAR) {
    state.shown = now;
    bar();
  }
  requestAnimationFrame(loop);
}

const keys = {
  "+": () => swarm.make_many(MANY),
  "-": () => swarm.free_many(MANY),
  d: () => swarm.free_one(state.picked),
};

addEventListener("resize", fit);
addEventListener("pointermove", (event) => {
  state.pointer = [event.clientX / innerWidth, event.clientY / innerHeight];
});
canvas.addEventListener("click", (event) => {
  state.picked = swarm.pick(event.clientX / innerWidth, event.clientY / innerHeight);
});
addEventListener("keydown", (event) => keys[event.key]?.());

fit();
swarm.start(Number(options.get("rows") ?? 1e6));
// For the tests, and for the console.
Object.assign(globalThis, { swarm, columns, state, frame, loop, image: () => image });
if (!options.has("still")) requestAnimationFrame(loop);
document.body.dataset.ready = "yes";
