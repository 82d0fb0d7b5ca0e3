import '../../src/platform/start/runtime-gaps.ts';
