// The least that a program in Node can do on a terminal.
process.stdout.write('x');
