import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { noSuchName, startNameServer } from '../../../test/support/providers/name-server.ts'
import { type HostAddress, type Lookup, createDnsLookup, createSystemLookup } from './look-up-host.ts'

const bytesOf: Record<string, Record<string, readonly number[]>> = {
  'both.example': { A: [192, 0, 2, 1], AAAA: [0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 1] },
  'half.example': { A: [192, 0, 2, 2] },
}

let server: Awaited<ReturnType<typeof startNameServer>>
let lookup: Lookup
/** For names without an answer. */
let impatient: Lookup
let asked: string[]
const system: Lookup = async (host) => {
  asked.push(`system: ${host}`)
  return [{ address: '127.0.0.1', family: 4 }]
}

beforeAll(async () => {
  server = await startNameServer((name, type) => {
    asked.push(`${type} ${name}`)
    if (name === 'silent.example' || (name === 'half.example' && type === 'AAAA')) return undefined
    const bytes = bytesOf[name]?.[type]
    return { records: bytes ? [Buffer.from(bytes)] : [], code: bytesOf[name] ? 0 : noSuchName }
  })
  lookup = createDnsLookup({ servers: [server.address], timeoutMs: 60_000, system })
  impatient = createDnsLookup({ servers: [server.address], timeoutMs: 250, system })
})
afterAll(() => server.close())

async function find(host: string): Promise<HostAddress[]> {
  asked = []
  return lookup(host)
}

const four = { address: '192.0.2.1', family: 4 }
const six = { address: '2001:db8::1', family: 6 }

test('a name is asked of the name servers, for the addresses of both kinds', async () => {
  expect(await find('both.example')).toEqual([four, six])
  expect(await find('both.example.')).toEqual([four, six])
  expect(asked.toSorted()).toEqual(['A both.example', 'AAAA both.example'])
})

test('what is known of a name is enough when there is no answer about the rest', async () => {
  // On a slow machine the other answer may be late too. It is in time in one of the tries.
  await eventually(async () =>
    expect(await impatient('half.example')).toEqual([{ address: '192.0.2.2', family: 4 }]),
  )
})

test('a name that nobody knows has no addresses, and the system is not asked about it', async () => {
  expect(await find('unknown.example')).toEqual([])
  expect(asked.toSorted()).toEqual(['A unknown.example', 'AAAA unknown.example'])
})

test('a name server that does not answer is given up, and takes no thread of the system’s meanwhile', async () => {
  asked = []
  const all = Array.from({ length: 20 }, () => impatient('silent.example').catch((error: unknown) => error))
  for (const failure of await Promise.all(all)) expect(failure).toMatchObject({ code: 'ETIMEOUT' })
  expect(asked.filter((one) => one.startsWith('system'))).toEqual([])
})

test.each(['localhost', 'localhost.', '127.0.0.1', '0x7f.1', '2130706433', '::1', '::ffff:127.0.0.1'])(
  'what needs no name server is what the system makes of it: %s',
  async (host) => {
    expect(await find(host)).toEqual([{ address: '127.0.0.1', family: 4 }])
    expect(asked).toEqual([`system: ${host}`])
  },
)

test('where no name server can be reached, the system is asked', async () => {
  const nobody = createSocket('udp4')
  await once(nobody.bind(0, '127.0.0.1'), 'listening')
  const { port } = nobody.address()
  await new Promise<void>((resolve) => nobody.close(() => resolve()))
  asked = []
  const found = await createDnsLookup({ servers: [`127.0.0.1:${port}`], system })('both.example')
  expect(found).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect(asked).toEqual(['system: both.example'])
})

/** A system that does not answer for names with this prefix until it is released. */
function systemWithout(silent: string) {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const started: string[] = []
  const ask: Lookup = async (host) => {
    started.push(host)
    if (host.startsWith(silent)) await released
    return [four]
  }
  return { started, release: resolve, ask }
}

test('the system is asked once about a name, however often it is wanted meanwhile', async () => {
  const { started, release, ask } = systemWithout('silent')
  const findInSystem = createSystemLookup({ resolve: ask })
  const waiting = Array.from({ length: 5 }, () => findInSystem('silent.example'))
  expect(await findInSystem('both.example')).toEqual([four])
  expect(started).toEqual(['silent.example', 'both.example'])
  release()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => [four]))
  await findInSystem('silent.example')
  expect(started).toHaveLength(3)
})

test('whoever does not get his turn at the system in time is told so, and is not asked about afterwards', async () => {
  const { started, release, ask } = systemWithout('silent')
  const findInSystem = createSystemLookup({ resolve: ask, waitMs: 50 })
  const lookups = [findInSystem('silent-1.example'), findInSystem('silent-2.example')]
  const late = [findInSystem('both.example'), findInSystem('silent-3.example')]
  for (const one of late) await expect(one).rejects.toMatchObject({ code: 'ETIMEOUT' })
  release()
  expect(await Promise.all(lookups)).toEqual([[four], [four]])
  expect(await findInSystem('half.example')).toEqual([four])
  expect(started).toEqual(['silent-1.example', 'silent-2.example', 'half.example'])
})
