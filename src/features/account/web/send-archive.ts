import { call } from '../../../web/api-client.ts'
import { type AccountRestore, beginRestore, sendArchivePart, startRestore } from '../restore/contract.ts'

/** Sends an archive in parts and has it restored. A part that did not get through is tried twice more. */
export async function sendArchive(file: Blob, onSent: (bytes: number) => void): Promise<AccountRestore> {
  const { id, partBytes } = await call(beginRestore, {
    body: { requestId: crypto.randomUUID(), byteCount: file.size },
  })
  for (let part = 0; part * partBytes < file.size; part += 1) {
    const piece = file.slice(part * partBytes, (part + 1) * partBytes)
    await tryThrice(() => call(sendArchivePart, { params: { id }, query: { part }, file: piece }))
    onSent(Math.min(file.size, (part + 1) * partBytes))
  }
  return call(startRestore, { params: { id } })
}

async function tryThrice<T>(send: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left -= 1) {
    try {
      return await send()
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
  }
}
