import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { renderSampleReceipt, sampleTruth } from '../../../../test/support/receipts/corpus.ts'
import { readReceiptFile } from './read-receipt-file.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Throws at every way in which a program reaches the network, and counts the tries. */
function refuseNetwork(): () => number {
  let tries = 0
  const refuse = () => {
    tries += 1
    throw new Error('The network is refused.')
  }
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(refuse)
  vi.spyOn(dns, 'lookup').mockImplementation(refuse)
  vi.spyOn(dgram, 'createSocket').mockImplementation(refuse)
  vi.stubGlobal('fetch', refuse)
  return () => tries
}

test('a receipt is read while every way to the network is refused', async () => {
  const photo = await renderSampleReceipt()
  const tries = refuseNetwork()
  expect(() => net.connect(80, '127.0.0.1')).toThrow('refused')
  expect(() => fetch('http://127.0.0.1')).toThrow('refused')
  const { total, date } = await readReceiptFile(photo)
  expect([total?.value, date?.value]).toEqual([sampleTruth().total, sampleTruth().date])
  // The two tries above.
  expect(tries()).toBe(2)
})
