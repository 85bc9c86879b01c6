import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RecordType, noSuchName, startNameServer } from '../../../test/support/providers/name-server.ts'
import { type DnsRecords, createDnsRecords } from './dns-records.ts'

const key = `v=DKIM1; p=${'A'.repeat(300)}`

const label = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
const mx = (priority: number, host: string) =>
  Buffer.concat([Buffer.from([0, priority]), ...host.split('.').filter(Boolean).map(label), Buffer.from([0])])
const txt = (...pieces: string[]) => Buffer.concat(pieces.map(label))

const records: Record<string, Partial<Record<RecordType, Buffer[]>>> = {
  'both.example': {
    MX: [mx(20, 'b.both.example'), mx(10, 'a.both.example')],
    TXT: [txt('v=spf1 -all'), txt('x')],
  },
  's1._domainkey.both.example': { TXT: [txt(key.slice(0, 255), key.slice(255))] },
  'none.example': { MX: [mx(0, '.')] },
}
const failing: Record<string, number> = { 'broken.example': 2, 'refused.example': 5 }

let server: Awaited<ReturnType<typeof startNameServer>>
let dns: DnsRecords
let asked: string[]
beforeEach(() => {
  asked = []
})

beforeAll(async () => {
  server = await startNameServer((name, type) => {
    asked.push(`${type} ${name}`)
    if (name === 'silent.example') return undefined
    const code = failing[name] ?? (records[name] ? 0 : noSuchName)
    return { records: records[name]?.[type] ?? [], code }
  })
  dns = createDnsRecords({ servers: [server.address], timeoutMs: 60_000 })
})
afterAll(() => server.close())

test('what is published under a name, a text in pieces as one', async () => {
  expect(await dns.mx('both.example')).toHaveLength(2)
  expect(await dns.mx('both.example')).toContainEqual({ exchange: 'a.both.example', priority: 10 })
  expect((await dns.txt('both.example')).toSorted()).toEqual(['v=spf1 -all', 'x'])
  expect(await dns.txt('s1._domainkey.both.example')).toEqual([key])
})

test('that a domain takes no mail is told as it stands there', async () => {
  expect(await dns.mx('none.example')).toEqual([{ exchange: '', priority: 0 }])
})

test('nothing is nothing: an unknown name, a known one without such records, one that cannot be', async () => {
  expect(await dns.txt('unknown.example')).toEqual([])
  expect(await dns.txt('none.example')).toEqual([])
  expect(await dns.txt(`${'a'.repeat(64)}.both.example`)).toEqual([])
  expect(await dns.mx('a..both.example')).toEqual([])
})

test('it is asked anew each time: whoever has just published something wants to see it', async () => {
  await dns.txt('both.example')
  await dns.txt('both.example')
  expect(asked).toEqual(['TXT both.example', 'TXT both.example'])
})

test.each(['silent.example', 'broken.example', 'refused.example'])(
  'that there is nothing is not said when nobody knows: %s',
  async (name) => {
    const impatient = createDnsRecords({ servers: [server.address], timeoutMs: 250 })
    await expect(impatient.txt(name)).rejects.toMatchObject({ name: 'DnsUnavailable' })
    await expect(impatient.mx(name)).rejects.toMatchObject({ name: 'DnsUnavailable' })
  },
)
