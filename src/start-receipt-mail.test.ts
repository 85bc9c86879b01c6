import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import type { ReceiptMailDeps } from './features/receipts/mail/receive-message.ts'
import { createLog } from './platform/log.ts'
import { startReceiptMail } from './start-receipt-mail.ts'

/** Nothing else is used before the first connection. */
const deps = { log: createLog('fatal', { write: () => undefined }) } as ReceiptMailDeps
const other = createServer()
let taken: string
beforeAll(async () => {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  taken = String((other.address() as AddressInfo).port)
})
afterAll(() => void other.close())

test('without its port, and in a process for pages only, nothing listens', async () => {
  const off = await startReceiptMail(readConfig({}), deps)
  await off.close()
  const split = { DATABASE_URL: 'postgresql://localhost/x', RECEIPTS_SMTP_PORT: taken }
  const web = await startReceiptMail(readConfig({ ...split, ROLE: 'web' }), deps)
  await web.close()
  // The same settings where jobs run.
  await expect(startReceiptMail(readConfig({ ...split, ROLE: 'worker' }), deps)).rejects.toThrow(
    `Port ${taken} on 127.0.0.1 is already in use. Stop the program that uses it, or set RECEIPTS_SMTP_PORT to another port.`,
  )
})

test('files that are no certificate and key stop the start', async () => {
  const env = { RECEIPTS_SMTP_PORT: taken, RECEIPTS_SMTP_CERT: '/none.pem', RECEIPTS_SMTP_KEY: '/none.key' }
  const message = 'RECEIPTS_SMTP_CERT and RECEIPTS_SMTP_KEY must be the files of a certificate and its key.'
  await expect(startReceiptMail(readConfig(env), deps)).rejects.toThrow(message)
  const here = import.meta.filename
  const wrong = { ...env, RECEIPTS_SMTP_CERT: here, RECEIPTS_SMTP_KEY: here }
  await expect(startReceiptMail(readConfig(wrong), deps)).rejects.toThrow(message)
})
