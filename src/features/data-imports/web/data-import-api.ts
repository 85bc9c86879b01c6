import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import { FileRefused } from '../../../web/files/file-problem.ts'
import { newRequestId } from '../../../web/forms/request-id.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import * as contract from '../contract.ts'
import type { DataImport, DataPreview } from '../contract.ts'
import { type DataKind, dataFileTooLargeText, maxDataFileBytes } from '../rules.ts'

const pollMs = 700

export type RowFilter = QueryOf<typeof contract.listDataRows>['filter']

export const isRunning = ({ state }: Pick<DataImport, 'state'>) =>
  state === 'importing' || state === 'undoing'

export const dataImportsQuery = {
  ...pagedQuery(['data-imports', 'list'], (query) => call(contract.listDataImports, { query })),
  refetchInterval: ({ state }: { state: { data?: { pages: { imports: DataImport[] }[] } | undefined } }) =>
    state.data?.pages.some(({ imports }) => imports.some(isRunning)) ? pollMs : false,
} as const

export function dataImportQuery(id: string) {
  return queryOptions({
    queryKey: ['data-imports', 'one', id],
    queryFn: () => call(contract.getDataImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : pollMs),
  })
}

/** `reading` changes when the file is read again. */
export function dataRowsQuery(id: string, filter: RowFilter, page: number, reading: number) {
  return queryOptions({
    queryKey: ['data-imports', 'rows', id, reading, filter, page],
    queryFn: () => call(contract.listDataRows, { params: { id }, query: { filter, page: String(page) } }),
    placeholderData: keepPreviousData,
  })
}

/** Loads again what an import or its undoing changes. */
export async function refreshAfterImport(client: QueryClient): Promise<void> {
  const keys = ['data-imports', 'clients', 'invoices', 'expenses', 'dashboard', 'figures', 'numbering']
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** Sends a file to be read. One that is too large is refused here with the sentence that the server would answer. */
export async function sendDataFile(file: File): Promise<DataPreview> {
  if (file.size > maxDataFileBytes) throw new FileRefused(dataFileTooLargeText)
  const query = { fileName: file.name.slice(-255), requestId: newRequestId() }
  return call(contract.uploadDataFile, { query, file })
}

export const refusedText = (error: unknown) => (error instanceof FileRefused ? error.message : undefined)

/** Leaves a preview. If that fails, the server removes it after a day. */
export function discard({ import: { id } }: DataPreview): void {
  call(contract.discardDataFile, { params: { id } }).catch(() => undefined)
}

export const errorsUrl = (id: string) => contract.getErrorsFile.path.replace('{id}', id)
export const templateUrl = (kind: DataKind) => contract.getDataTemplate.path.replace('{kind}', kind)
