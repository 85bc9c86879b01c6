import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}
const text = (value: string) => Buffer.from(`${value}\0`)
const column = (name: string, type: number) =>
  Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(-1 & 0xffff), int32(-1), int16(0)])
const value = (content: string) => Buffer.concat([int32(content.length), Buffer.from(content)])

/** Speaks just enough of Postgres's protocol to report its version. */
export async function startOldPostgres(major: number, version: string) {
  const ready = message('Z', Buffer.from('I'))
  const answer = Buffer.concat([
    message('T', int16(2), column('major', 23), column('version', 25)),
    message('D', int16(2), value(String(major)), value(version)),
    message('C', text('SELECT 1')),
    ready,
  ])
  const server = createServer((socket) => {
    let greeted = false
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      if (!greeted) socket.write(Buffer.concat([message('R', int32(0)), ready]))
      else if (chunk[0] === 'Q'.charCodeAt(0)) socket.write(answer)
      greeted = true
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgresql://x@127.0.0.1:${port}/x`, close: () => server.close() }
}
