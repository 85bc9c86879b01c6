/** Files of businesses that lie outside the database. An id is used once, and its content never changes. */
export interface FileKey {
  businessId: string
  id: string
}

export interface FileStore {
  /** The file is there for good when this resolves, also after a crash. */
  put(key: FileKey, bytes: Uint8Array): Promise<void>
  /** Throws if the file is not there. */
  read(key: FileKey): Promise<Buffer>
  /** Does nothing if the file is not there. */
  remove(key: FileKey): Promise<void>
  /** Every file of every business, for the sweep that removes files without a row. */
  list(): AsyncIterable<FileKey & { writtenAt: Date }>
}

/** A store that does not answer, or refuses. Says what failed, and nothing that the request was signed with. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

/** Where a file lies in a store. All stores use the same names, so that any tool can copy one to another. */
export function pathOf({ businessId, id }: FileKey): string {
  return `${businessId}/${id.slice(0, 2)}/${id}`
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const path = new RegExp(
  `^(?<businessId>${uuid})/(?<folder>[0-9a-f]{2})/(?<id>\\k<folder>${uuid.replace('{8}', '{6}')})$`,
)

/** Undefined for what no store has put there. */
export function keyOf(text: string): FileKey | undefined {
  const { businessId, id } = path.exec(text)?.groups ?? {}
  return businessId && id ? { businessId, id } : undefined
}
