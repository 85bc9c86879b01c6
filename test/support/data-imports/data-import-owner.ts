import { randomUUID } from 'node:crypto'
import * as contract from '../../../src/features/data-imports/contract.ts'
import { importRows } from '../../../src/features/data-imports/importing/import-rows.ts'
import { undoRecords } from '../../../src/features/data-imports/undo-data-import.ts'
import type { BodyOf, RequestOf } from '../../../src/shared/endpoint.ts'
import { type TestApp, answerOf } from '../test-app.ts'

type Chosen = BodyOf<typeof contract.confirmDataImport>['chosen']

/** Sends files for one owner, and runs the jobs that follow. */
export function dataImportOwner(
  app: TestApp,
  { cookie, businessId }: { cookie: string; businessId: string },
) {
  const upload = (
    content: string | Uint8Array,
    query: Partial<RequestOf<typeof contract.uploadDataFile>['query']> = {},
  ) =>
    app.send(
      contract.uploadDataFile,
      {
        file: new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
        query: { fileName: 'export.csv', requestId: randomUUID(), ...query },
      },
      { cookie },
    )
  const preview = async (content: string | Uint8Array) =>
    answerOf(contract.uploadDataFile, await upload(content))
  const confirm = (id: string, chosen: Chosen = 'all', rest: { except?: number[]; also?: number[] } = {}) =>
    app.send(contract.confirmDataImport, { params: { id }, body: { chosen, ...rest } }, { cookie })
  const run = (importId: string) => importRows(app.deps, { businessId, importId })
  const get = async (id: string) =>
    answerOf(contract.getDataImport, await app.send(contract.getDataImport, { params: { id } }, { cookie }))
  return {
    upload,
    preview,
    confirm,
    run,
    get,
    rows: async (id: string, filter: 'all' | 'good' | 'errors' | 'existing' = 'all', page = '0') =>
      answerOf(
        contract.listDataRows,
        await app.send(contract.listDataRows, { params: { id }, query: { filter, page } }, { cookie }),
      ),
    /** Imports all good rows, or these, and returns the import. */
    async importAll(content: string | Uint8Array, chosen: Chosen = 'all') {
      const { import: shown } = await preview(content)
      await answerOf(contract.confirmDataImport, await confirm(shown.id, chosen))
      await run(shown.id)
      return get(shown.id)
    },
    async undo(id: string) {
      await answerOf(
        contract.undoDataImport,
        await app.send(contract.undoDataImport, { params: { id } }, { cookie }),
      )
      await undoRecords(app.deps, { businessId, importId: id })
      return get(id)
    },
  }
}
