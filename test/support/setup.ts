import '../../src/runtime-gaps.ts';
