import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDnsRecords } from './dns-records.ts'
import type { DnsRecords } from './dns-records.ts'

const types = { 15: 'MX', 16: 'TXT' } as const
const key = `v=DKIM1; p=${'A'.repeat(300)}`

const label = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
const mx = (priority: number, host: string) =>
  Buffer.concat([Buffer.from([0, priority]), ...host.split('.').filter(Boolean).map(label), Buffer.from([0])])
const txt = (...pieces: string[]) => Buffer.concat(pieces.map(label))

const records: Record<string, { MX?: Buffer[]; TXT?: Buffer[] }> = {
  'both.example': {
    MX: [mx(20, 'b.both.example'), mx(10, 'a.both.example')],
    TXT: [txt('v=spf1 -all'), txt('x')],
  },
  's1._domainkey.both.example': { TXT: [txt(key.slice(0, 255), key.slice(255))] },
  'none.example': { MX: [mx(0, '.')] },
}
const failing: Record<string, number> = { 'broken.example': 2, 'refused.example': 5 }

let server: Socket
let dns: DnsRecords
let asked: string[]
beforeEach(() => {
  asked = []
})

/** Answers as a name server does, except about what is silent. */
beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (query, { address, port }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString())
      at += 1 + length
    }
    const name = labels.join('.').toLowerCase()
    const number = query.readUInt16BE(at + 1) as 15 | 16
    asked.push(`${types[number]} ${name}`)
    if (name === 'silent.example') return
    const answers = records[name]?.[types[number]] ?? []
    // A reply, with recursion; 3 is "no such name".
    const flags = 0x8180 + (failing[name] ?? (records[name] ? 0 : 3))
    const header = Buffer.alloc(12)
    for (const [n, value] of [query.readUInt16BE(0), flags, 1, answers.length].entries()) {
      header.writeUInt16BE(value, n * 2)
    }
    const body = answers.flatMap((data) => [
      Buffer.from([0xc0, 12, 0, number, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff]),
      data,
    ])
    server.send(Buffer.concat([header, query.subarray(12, at + 5), ...body]), port, address)
  })
  await once(server.bind(0, '127.0.0.1'), 'listening')
  dns = createDnsRecords({ servers: [`127.0.0.1:${server.address().port}`], timeoutMs: 250 })
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
    await expect(dns.txt(name)).rejects.toMatchObject({ name: 'DnsSilence' })
    await expect(dns.mx(name)).rejects.toMatchObject({ name: 'DnsSilence' })
  },
)
