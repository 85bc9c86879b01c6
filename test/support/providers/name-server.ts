import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const types = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' } as const
export type RecordType = (typeof types)[keyof typeof types]

/** The records of a name; undefined if the server does not respond. */
type Answer = { records: readonly Buffer[]; code?: number } | undefined

/** The code of "no such name". */
export const noSuchName = 3

/** Starts a name server on loopback. */
export async function startNameServer(answer: (name: string, type: RecordType) => Answer) {
  const server = createSocket('udp4')
  server.on('message', (query, { address, port }) => {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString())
      at += 1 + length
    }
    const type = query.readUInt16BE(at + 1)
    const known = answer(labels.join('.').toLowerCase(), types[type as keyof typeof types])
    if (!known) return
    const { records, code = 0 } = known
    const header = Buffer.alloc(12)
    // A reply, with recursion.
    for (const [n, value] of [query.readUInt16BE(0), 0x8180 + code, 1, records.length].entries()) {
      header.writeUInt16BE(value, n * 2)
    }
    const body = records.flatMap((data) => [
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff]),
      data,
    ])
    server.send(Buffer.concat([header, query.subarray(12, at + 5), ...body]), port, address)
  })
  await once(server.bind(0, '127.0.0.1'), 'listening')
  return { address: `127.0.0.1:${server.address().port}`, close: () => server.close() }
}
