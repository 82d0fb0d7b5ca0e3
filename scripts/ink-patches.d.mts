import type { Plugin } from 'esbuild';

export const inkPatches: Plugin[];
export const barePatches: Plugin[];
export const testBundles: string[];
export function testBundle(name: string): string;
