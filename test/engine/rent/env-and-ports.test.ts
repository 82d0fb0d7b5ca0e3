import { describe, expect, test } from 'vitest';
import { readEnvEntries, readEnvLines } from '../../../src/engine/rent/env-lines.ts';
import { readImageLogin, writeImageLogin } from '../../../src/engine/rent/image-login.ts';
import { portKey, readPorts } from '../../../src/engine/rent/port-list.ts';

describe('readEnvLines', () => {
  test('C071 keeps blanks in values and empty values', () => {
    expect(readEnvLines("MSG='a b=c'\nEMPTY=\n\n  PLAIN = a b=c \r\nQUOTE=\"it's\"")).toEqual({
      env: { MSG: 'a b=c', EMPTY: '', PLAIN: 'a b=c', QUOTE: "it's" },
      errors: [],
    });
  });

  test('C071 flags what is no assignment, and a name given twice', () => {
    expect(readEnvLines('A=1\n1A=2\nB C=3\n-p 80:80=1\nnothing\n=x\nA=4').errors).toEqual([
      { line: 2, reason: 'a name has letters, digits and _, and does not begin with a digit' },
      { line: 3, reason: 'a name has letters, digits and _, and does not begin with a digit' },
      { line: 4, reason: 'ports have a field of their own' },
      { line: 5, reason: 'write NAME=VALUE' },
      { line: 6, reason: 'a name has letters, digits and _, and does not begin with a digit' },
      { line: 7, reason: 'A is given twice' },
    ]);
  });

  test('a name that objects have anyway is a name like others', () => {
    expect(readEnvLines('constructor=1\ntoString=2').env).toEqual({ constructor: '1', toString: '2' });
  });

  test('assignments of the command line are taken as they are', () => {
    expect(readEnvEntries(["A='x'", 'B= y ', 'C=1\n2'])).toEqual({
      env: { A: "'x'", B: ' y ', C: '1\n2' },
      errors: [],
    });
  });
});

describe('readPorts', () => {
  test('C071 reads mappings apart by commas, blanks or lines', () => {
    const { ports, errors } = readPorts('8080:80, 5000:5000/udp\n22:22/tcp');
    expect(ports.map(portKey)).toEqual(['-p 8080:80', '-p 5000:5000/udp', '-p 22:22']);
    expect(errors).toEqual([]);
    expect(readPorts(['8080:80']).ports).toHaveLength(1);
    expect(readPorts('')).toEqual({ ports: [], errors: [] });
  });

  test('takes ports from 70000 on that are mapped to themselves, and no other pair with one', () => {
    expect(readPorts('70000:70000 123456:123456/udp').ports.map(portKey)).toEqual([
      '-p 70000:70000',
      '-p 123456:123456/udp',
    ]);
    expect(readPorts('70000:8080 8080:70000 70000:70001 69999:69999').ports).toEqual([]);
  });

  test.each(['80', 'a:b', '0:80', '80:65536', '80:80/icmp', '80:', '-1:80', '1:2:3'])(
    'C071 refuses %s',
    (typed) => {
      expect(readPorts(typed)).toMatchObject({ ports: [], errors: [expect.stringContaining(typed)] });
    },
  );

  test('C071 flags a port that is given twice, tcp and udp apart', () => {
    expect(readPorts('80:80 80:81').errors).toEqual(['80:81: port 80 is given twice']);
    expect(readPorts('80:80 81:80').errors).toEqual(['81:80: port 80 is given twice']);
    expect(readPorts('80:80 80:80/udp').errors).toEqual([]);
  });
});

describe('image login', () => {
  test('C073 is written in the form of the interface and read back', () => {
    const login = { user: 'me', token: '-t0ken', registry: 'registry.example' };
    expect(writeImageLogin(login)).toEqual({ ok: true, value: '-u me -p -t0ken registry.example' });
    expect(readImageLogin('-u me -p -t0ken registry.example\n')).toEqual(login);
    expect(writeImageLogin({ user: '', token: ' ', registry: '' })).toEqual({ ok: true, value: undefined });
  });

  test.each(['me token registry', '-u me -p token', '-u me registry', '', '-u me -p a b c'])(
    '%s is no login',
    (line) => {
      expect(readImageLogin(line)).toBeUndefined();
    },
  );
});
