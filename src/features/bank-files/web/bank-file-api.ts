import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { type FileProblem, FileRefused, fileProblemOf } from '../../../web/files/file-problem.ts'
import { newRequestId } from '../../../web/forms/request-id.ts'
import { pagedQuery } from '../../../web/paged-query.ts'
import * as contract from '../contract.ts'
import type { BankFilePreview, BankImport } from '../contract.ts'
import { bankFileTooLargeText, maxBankFileBytes } from '../rules.ts'

const pollMs = 700

export const isRunning = ({ state }: Pick<BankImport, 'state'>) =>
  state === 'importing' || state === 'undoing'

export const bankImportsQuery = {
  ...pagedQuery(['bank-files', 'list'], (query) => call(contract.listBankImports, { query })),
  refetchInterval: ({ state }: { state: { data?: { pages: { imports: BankImport[] }[] } | undefined } }) =>
    state.data?.pages.some(({ imports }) => imports.some(isRunning)) ? pollMs : false,
} as const

export function bankImportQuery(id: string) {
  return queryOptions({
    queryKey: ['bank-files', 'one', id],
    queryFn: () => call(contract.getBankImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : pollMs),
  })
}

/** Shows in the list what is known of an import, until the list is loaded again. */
export function showInList(client: QueryClient, known: BankImport): void {
  client.setQueryData(
    bankImportsQuery.queryKey,
    (list) => list && { ...list, pages: list.pages.map(withKnown) },
  )
  function withKnown<Page extends { imports: BankImport[] }>(page: Page): Page {
    return { ...page, imports: page.imports.map((one) => (one.id === known.id ? known : one)) }
  }
}

/** Loads again what an import or its undoing changes. */
export async function refreshAfterImport(client: QueryClient): Promise<void> {
  const keys = [['bank-files', 'list'], ['banking'], ['transactions'], ['dashboard'], ['figures']]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Sends a file to be read. One that is too large is refused here with the sentence that the server would answer. */
export async function sendBankFile(file: File): Promise<BankFilePreview> {
  if (file.size > maxBankFileBytes) throw new FileRefused(bankFileTooLargeText)
  const query = { fileName: file.name.slice(-255), requestId: newRequestId() }
  return call(contract.uploadBankFile, { query, file })
}

export function problemOf(error: unknown): FileProblem {
  return fileProblemOf(error, 'This file could not be read. Please try again.')
}

/** Leaves a preview. If that fails, the server removes it after a day. */
export function discard({ import: { id } }: BankFilePreview): void {
  call(contract.discardBankFile, { params: { id } }).catch(() => undefined)
}
