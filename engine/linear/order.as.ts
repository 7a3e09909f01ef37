/**
 * Approximate minimum degree ordering, [ADD96] Amestoy, Davis, Duff: An approximate minimum degree ordering algorithm,
 * SIAM J. Matrix Anal. Appl. 17 (1996).
 *
 * Eliminating a column of a symmetric matrix joins all its neighbours. Taking the column with the fewest neighbours
 * next keeps the factor sparse. The eliminated graph is never formed; the quotient graph stands for it:
 *
 * - a **variable** i is a column still to be eliminated. It has a list of elements E_i and of variables A_i: its neighbours
 *   are A_i and the members of all its elements.
 * - an **element** e is an eliminated column. It has a list of variables L_e, which its elimination has joined.
 * - variables that have become indistinguishable are merged and eliminated together; `weight` counts them.
 *
 * Names follow [ADD96]: p is the pivot, L_p the list of its element, d_i the degree.
 *
 * Fields have several meanings, since reading them takes most of the time. `weight` also tells whether a column is still a variable,
 * and whether it is in L_p; `stamp` tells whether an element still exists, and |L_e \ L_p|.
 * A column is a record of 64 bytes and is named by its address, so that reading a field is one instruction.
 */
import { get, set } from './lists.as';
import { allocate, filled, integers } from './room.as';

@unmanaged
class Column {
  /** Columns that a variable stands for, negative while it is in L_p; 0 for a column that is no longer a variable. */
  weight: i32;
  /** The bound d_i on the external degree of a variable, or |L_e| of an element, counted in columns. */
  degree: i32;
  /** For an element: 0 once another has absorbed it; values from `now` on are now + |L_e \ L_p|. */
  stamp: i32;
  /** The address of its list: first its elements, then its variables. Lengths are in bytes. */
  at: usize;
  elements: u32;
  length: u32;
  /** Variables of one degree form a doubly linked list. */
  next: Column | null;
  previous: Column | null;
  /** The chain of columns eliminated together with a variable. */
  follower: Column | null;
  lastFollower: Column;
  /** Variables with the same hash form a singly linked list. */
  nextInBucket: Column | null;
  /** The address of its bucket. */
  bucket: usize;
  compared: Column | null;
}

const BYTES_LOG = 6;
/** Stamps restart before they exceed 30 bits. */
const MOST_STAMPS: i32 = 1 << 29;

let size: u32;
let columns: usize;
let first: usize;
let buckets: usize;
let lists: usize;
let spare: usize;
let listsEnd: usize;
let room: usize;
let free: usize;
/** Columns not yet eliminated, without the dense ones. */
let remaining: i32;
/** No variable has a degree below this. */
let lowest: i32;
let now: i32;

function column(i: u32): Column {
  return changetype<Column>(columns + ((<usize>i) << BYTES_LOG));
}

function indexOf(c: Column): u32 {
  return <u32>((changetype<usize>(c) - columns) >> BYTES_LOG);
}

function member(at: usize): Column {
  return changetype<Column>(load<u32>(at));
}

/** The columns in the order in which to eliminate them; returns the address of that list. */
export function minimumDegree(n: u32, starts: usize, rows: usize): usize {
  const dense = prepare(n, starts, rows);
  const order = integers(size);
  let count: u32 = 0;
  while (remaining > 0) {
    const p = takeLowest();
    formElement(p);
    measureOutside(p);
    updateVariables(p);
    mergeIndistinguishable(p);
    finishElement(p);
    let i: Column | null = p;
    while (i) {
      set(order, count++, indexOf(i));
      i = i.follower;
    }
  }
  for (let k: u32 = 0; count < size; k++) set(order, count++, get(dense, k));
  return order;
}

/** The quotient graph of the pattern. Returns the list of the columns left out, to come last. */
function prepare(n: u32, starts: usize, rows: usize): usize {
  size = n;
  columns = allocate((<usize>n) << BYTES_LOG);
  memory.fill(columns, 0, (<usize>n) << BYTES_LOG);
  first = filled(n, 0);
  buckets = filled(n, 0);
  lowest = 0;
  now = 1;
  spare = 0;
  for (let j: u32 = 0; j < n; j++) {
    const c = column(j);
    const end = get(starts, j + 1);
    for (let k = get(starts, j) + 1; k < end; k++) {
      c.length += 4;
      column(get(rows, k)).length += 4;
    }
  }
  let total: usize = 0;
  for (let i: u32 = 0; i < n; i++) total += column(i).length;
  // An elimination never lengthens the lists it leaves; it needs room for one new list, at most n long.
  room = total + ((total >> 3) << 2) + ((<usize>n) << 2);
  lists = allocate(room);
  listsEnd = lists + room;
  free = lists + total;
  for (let i: u32 = 0, at = lists; i < n; i++) {
    const c = column(i);
    c.weight = 1;
    c.stamp = 1;
    c.at = at;
    c.lastFollower = c;
    at += c.length;
    c.length = 0;
  }
  for (let j: u32 = 0; j < n; j++) {
    const c = column(j);
    const end = get(starts, j + 1);
    for (let k = get(starts, j) + 1; k < end; k++) {
      const r = column(get(rows, k));
      append(c, r);
      append(r, c);
    }
  }
  const dense = integers(n);
  let left: u32 = 0;
  // A column with more neighbours than this is eliminated last: it would slow every step and gain nothing.
  const most = max(16.0, 10 * sqrt(<f64>n));
  for (let i: u32 = 0; i < n; i++) {
    const c = column(i);
    c.degree = c.length >> 2;
    if (<f64>c.degree > most) {
      c.weight = 0;
      let k = left++;
      for (; k > 0 && column(get(dense, k - 1)).length > c.length; k--) set(dense, k, get(dense, k - 1));
      set(dense, k, i);
    }
  }
  remaining = <i32>(n - left);
  for (let i: u32 = 0; i < n; i++) if (column(i).weight > 0) enlist(column(i));
  return dense;
}

function append(to: Column, other: Column): void {
  store<u32>(to.at + to.length, changetype<u32>(other));
  to.length += 4;
}

function takeLowest(): Column {
  let d = lowest;
  while (get(first, d) == 0) d++;
  lowest = d;
  const p = changetype<Column>(get(first, d));
  const after = p.next;
  if (after) after.previous = null;
  set(first, d, changetype<u32>(after));
  return p;
}

/** L_p = (A_p ∪ ⋃ L_e over e in E_p) \ p, [ADD96] Eq. (1); p absorbs these elements. */
export function formElement(p: Column): void {
  if (free + ((<usize>p.degree) << 2) > listsEnd) compact();
  remaining -= p.weight;
  p.weight = 0;
  const start = free;
  const firstVariable = p.at + p.elements;
  let to = start;
  let joined: i32 = 0;
  for (let list = p.at; list <= firstVariable; list += 4) {
    const isOwn = list == firstVariable;
    const e = isOwn ? p : member(list);
    if (!isOwn && e.stamp == 0) continue;
    const from = isOwn ? firstVariable : e.at;
    const end = e.at + e.length;
    for (let k = from; k < end; k += 4) {
      const i = member(k);
      const w = i.weight;
      if (w <= 0) continue;
      i.weight = -w;
      joined += w;
      store<u32>(to, changetype<u32>(i));
      to += 4;
      const after = i.next;
      const before = i.previous;
      if (after) after.previous = before;
      if (before) before.next = after;
      else set(first, i.degree, changetype<u32>(after));
    }
    e.stamp = 0;
  }
  p.stamp = 1;
  p.at = start;
  p.length = <u32>(to - start);
  p.elements = 0;
  p.degree = joined;
  free = to;
}

/** |L_e \ L_p| for every element e that shares a variable with L_p, [ADD96] Alg. 2. */
export function measureOutside(p: Column): void {
  const since = now;
  for (let k = p.at, end = k + p.length; k < end; k += 4) {
    const i = member(k);
    const w = i.weight;
    for (let m = i.at, last = m + i.elements; m < last; m += 4) {
      const e = member(m);
      const seen = e.stamp;
      if (seen >= since) e.stamp = seen + w;
      else if (seen > 0) e.stamp = since + e.degree + w;
    }
  }
}

/**
 * Prunes the lists of all i in L_p, puts p among their elements and bounds their degrees but for |L_p \ i|, [ADD96] Eq. (4).
 * Mass elimination: an i without neighbours outside L_p can follow p without further fill.
 */
export function updateVariables(p: Column): void {
  const since = now;
  const base = <u64>columns;
  for (let k = p.at, last = k + p.length; k < last; k += 4) {
    const i = member(k);
    const start = i.at;
    const firstVariable = start + i.elements;
    const end = start + i.length;
    let to = start;
    let beyond: i32 = 0;
    let sum: u64 = changetype<u32>(p);
    for (let m = start; m < firstVariable; m += 4) {
      const e = member(m);
      const outside = e.stamp - since;
      if (outside > 0) {
        beyond += outside;
        sum += changetype<u32>(e);
        store<u32>(to, changetype<u32>(e));
        to += 4;
      } else if (outside == 0) {
        e.stamp = 0; // Aggressive absorption: all of L_e lies in L_p.
      }
    }
    const elementsEnd = to;
    for (let m = firstVariable; m < end; m += 4) {
      const j = member(m);
      const w = j.weight;
      if (w <= 0) continue;
      beyond += w;
      sum += changetype<u32>(j);
      store<u32>(to, changetype<u32>(j));
      to += 4;
    }
    if (to == start) {
      remaining += i.weight;
      p.degree += i.weight;
      merge(i, p);
      continue;
    }
    // i has lost an element or the variable p itself, so there is room for one more.
    store<u32>(to, load<u32>(elementsEnd));
    store<u32>(elementsEnd, changetype<u32>(p));
    i.elements = <u32>(elementsEnd + 4 - start);
    const length = <u32>(to + 4 - start);
    i.length = length;
    if (beyond < i.degree) i.degree = beyond;
    // Of the columns' numbers: those kept and p are length / 4.
    const numbers = (sum - <u64>(length >> 2) * base) >> BYTES_LOG;
    const bucket = buckets + ((<usize>(numbers % <u64>size)) << 2);
    i.bucket = bucket;
    i.nextInBucket = changetype<Column>(load<u32>(bucket));
    store<u32>(bucket, changetype<u32>(i));
  }
}

/** Merges variables of L_p with equal lists, found by their hash, [ADD96] Sec. 3. */
export function mergeIndistinguishable(p: Column): void {
  for (let k = p.at, end = k + p.length; k < end; k += 4) {
    const known = member(k);
    if (known.weight == 0) continue;
    const bucket = known.bucket;
    let i = changetype<Column | null>(load<u32>(bucket));
    if (!i) continue;
    store<u32>(bucket, 0);
    while (i && i.nextInBucket) {
      for (let m = i.at, last = m + i.length; m < last; m += 4) member(m).compared = i;
      let before: Column = i;
      let j = i.nextInBucket;
      while (j) {
        if (hasListOf(j, i)) {
          i.weight += j.weight;
          merge(j, i);
          before.nextInBucket = j.nextInBucket;
        } else {
          before = j;
        }
        j = j.nextInBucket;
      }
      i = i.nextInBucket;
    }
  }
}

/** Whether j has the same list as i, whose members are marked. */
function hasListOf(j: Column, i: Column): bool {
  if (j.length != i.length || j.elements != i.elements) return false;
  for (let m = j.at, end = m + j.length; m < end; m += 4) if (member(m).compared != i) return false;
  return true;
}

/** Removes merged variables from L_p, completes the degrees, and puts the variables back into the lists by degree. */
export function finishElement(p: Column): void {
  const inElement = p.degree;
  const most = remaining;
  let to = p.at;
  for (let k = to, end = to + p.length; k < end; k += 4) {
    const i = member(k);
    const w = -i.weight;
    if (w == 0) continue;
    i.weight = w;
    store<u32>(to, changetype<u32>(i));
    to += 4;
    i.degree = min(i.degree + inElement, most) - w;
    enlist(i);
  }
  p.length = <u32>(to - p.at);
  free = to;
  if (to == p.at) p.stamp = 0;
  // The stamps of this elimination are at most that.
  now += size + 1;
  if (now > MOST_STAMPS) {
    for (let e: u32 = 0; e < size; e++) column(e).stamp = min(column(e).stamp, 1);
    now = 2;
  }
}

/** Merges i into `into`: i is eliminated together with it, after it. */
function merge(i: Column, into: Column): void {
  i.weight = 0;
  i.length = 0;
  i.stamp = 0;
  into.lastFollower.follower = i;
  into.lastFollower = i.lastFollower;
}

function enlist(i: Column): void {
  const d = i.degree;
  const second = changetype<Column | null>(get(first, d));
  i.previous = null;
  i.next = second;
  if (second) second.previous = i;
  set(first, d, changetype<u32>(i));
  if (d < lowest) lowest = d;
}

/** Compacts the lists of variables and elements that are still in use. */
export function compact(): void {
  if (spare == 0) spare = allocate(room);
  let to = spare;
  for (let k: u32 = 0; k < size; k++) {
    const i = column(k);
    if (i.weight == 0 && i.stamp == 0) continue;
    memory.copy(to, i.at, i.length);
    i.at = to;
    to += i.length;
  }
  const old = lists;
  lists = spare;
  spare = old;
  listsEnd = lists + room;
  free = to;
}
