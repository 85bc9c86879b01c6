import { randomUUID } from 'node:crypto'
import { exportData } from '../../src/features/account/contract.ts'
import * as contract from '../../src/features/account/restore/contract.ts'
import { restoreAccount } from '../../src/features/account/restore/restore-account.ts'
import { partBytes } from '../../src/features/account/restore/rules.ts'
import { type TestApp, answerOf } from './test-app.ts'

export async function exportArchive(app: TestApp, cookie: string): Promise<Buffer> {
  const response = await app.send(exportData, {}, { cookie })
  if (!response.ok) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}

/** Sends an archive to an account, without starting to restore it. */
export async function sendArchive(app: TestApp, cookie: string, archive: Buffer): Promise<string> {
  const body = { requestId: randomUUID(), byteCount: archive.length }
  const { id } = await answerOf(
    contract.beginRestore,
    await app.send(contract.beginRestore, { body }, { cookie }),
  )
  for (let part = 0; part * partBytes < archive.length; part += 1) {
    const file = new Blob([new Uint8Array(archive.subarray(part * partBytes, (part + 1) * partBytes))])
    const request = { params: { id }, query: { part }, file }
    await answerOf(contract.sendArchivePart, await app.send(contract.sendArchivePart, request, { cookie }))
  }
  return id
}

export async function readRestore(app: TestApp, cookie: string) {
  return answerOf(contract.getRestore, await app.send(contract.getRestore, {}, { cookie }))
}

/** Restores an archive into an account, and returns how that ended. */
export async function restoreInto(
  app: TestApp,
  { cookie, businessId }: { cookie: string; businessId: string },
  archive: Buffer,
) {
  const id = await sendArchive(app, cookie, archive)
  await answerOf(contract.startRestore, await app.send(contract.startRestore, { params: { id } }, { cookie }))
  await restoreAccount(app.deps, { businessId, restoreId: id })
  const { restore } = await readRestore(app, cookie)
  if (!restore) throw new Error('there is no restore')
  return restore
}

/** Signs up for an account without data. */
export async function freshAccount(app: TestApp) {
  const { cookie, session } = await app.signUpAndIn()
  return { cookie, businessId: session.business.id, userId: session.user.id }
}
