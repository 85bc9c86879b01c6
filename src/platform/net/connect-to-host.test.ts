import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOf } from '../../../test/support/providers/mail-server.ts'
import { connectToHost } from './connect-to-host.ts'
import { AddressRefused } from './public-address.ts'

let server: net.Server
let port: number
let connections = 0

beforeAll(async () => {
  server = net.createServer((socket) => {
    connections += 1
    socket.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = portOf(server)
})
afterAll(() => server.close())

const { signal } = new AbortController()
const loopback = { address: '127.0.0.1', family: 4 }

test('a name is looked up once and the connection goes to that answer, whatever the next one would be', async () => {
  const answers = [[loopback], [{ address: '192.0.2.1', family: 4 }]]
  const lookup = async () => answers.shift() ?? []
  const socket = await connectToHost({ host: 'mail.example', port, allowPrivate: true, signal, lookup })
  expect(socket.remoteAddress).toBe('127.0.0.1')
  expect(answers).toHaveLength(1)
  socket.destroy()
})

test('the next address of a name is tried when the first one does not answer', async () => {
  const lookup = async () => [{ address: '::1', family: 6 }, loopback]
  const socket = await connectToHost({ host: 'mail.example', port, allowPrivate: true, signal, lookup })
  expect(socket.remoteAddress).toBe('127.0.0.1')
  socket.destroy()
})

test.each(['localhost', '127.0.0.1', '2130706433', '0x7f.1', '::ffff:127.0.0.1', '0.0.0.0'])(
  'nothing is sent to a private address: %s',
  async (host) => {
    const before = connections
    const refused = connectToHost({ host, port, allowPrivate: false, signal })
    await expect(refused).rejects.toThrow(AddressRefused)
    const name = connectToHost({
      host: 'mail.example',
      port,
      allowPrivate: false,
      signal,
      lookup: async () => [{ address: '2606:4700::1111', family: 6 }, loopback],
    })
    await expect(name).rejects.toThrow('mail.example leads to a private network')
    expect(connections).toBe(before)
  },
)

test('it ends when it is told to, also while the name is looked up', async () => {
  const controller = new AbortController()
  const lookup = () => new Promise<never>(() => undefined)
  const waiting = connectToHost({
    host: 'mail.example',
    port,
    allowPrivate: true,
    signal: controller.signal,
    lookup,
  })
  controller.abort(new Error('That took too long.'))
  await expect(waiting).rejects.toThrow('That took too long.')
})
