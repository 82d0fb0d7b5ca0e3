#!/usr/bin/env node
/** Prints how large the source is and where it lies in too small or too large pieces: npm run shape. */
import { fileURLToPath } from 'node:url';
import { importSource } from './bundle-source.mjs';

const { shapeLines } = await importSource('scripts/shape.ts', 'shape');
console.log(shapeLines(fileURLToPath(new URL('..', import.meta.url))).join('\n'));
