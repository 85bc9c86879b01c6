import { type Config, StartError } from './config.ts'
import type { ReceiptMailDeps } from './features/receipts/mail/receive-message.ts'
import { failedWith } from './platform/files/failed-with.ts'

/** Receives receipts by email, if the operator has switched that on. */
export async function startReceiptMail(
  { receiptMail, role }: Pick<Config, 'receiptMail' | 'role'>,
  deps: ReceiptMailDeps,
): Promise<{ close(): Promise<void> }> {
  // Where jobs run: several processes with pages can be on one machine, where only one can have the port.
  if (!receiptMail || role === 'web') return { close: async () => undefined }
  const { startReceiptMailServer } = await import('./features/receipts/mail/receipt-mail-server.ts')
  const { watchCertificate } = await import('./features/receipts/mail/watch-certificate.ts')
  const { files, host, port } = receiptMail
  const certificate =
    files &&
    (await watchCertificate(files).catch((cause: unknown) => {
      throw new StartError(
        'RECEIPTS_SMTP_CERT and RECEIPTS_SMTP_KEY must be the files of a certificate and its key.',
        { cause },
      )
    }))
  return startReceiptMailServer(deps, { ...receiptMail, certificate }).catch((cause: unknown) => {
    const why = failedWith(cause, 'EADDRINUSE')
      ? 'is already in use. Stop the program that uses it, or set RECEIPTS_SMTP_PORT to another port.'
      : failedWith(cause, 'EACCES') && 'is not open to this user. Set RECEIPTS_SMTP_PORT to 1024 or above.'
    throw why ? new StartError(`Port ${port} on ${host} ${why}`, { cause }) : cause
  })
}
