const megabyte = 1024 * 1024

/** The size of one file. */
export const maxFileBytes = 10 * megabyte
export const tooLargeText = 'This file is larger than 10 MB. Please choose a smaller one.'
/** The size and number of all files of an invoice, an expense, a client or an estimate. */
export const maxTotalBytes = 50 * megabyte
export const maxFiles = 20
/** How much a mail carries. The client finds the other files on the page of the invoice or estimate. */
export const maxMailedBytes = 5 * megabyte

/** What a file belongs to. */
export const targetKinds = ['invoice', 'expense', 'client', 'estimate'] as const
export type TargetKind = (typeof targetKinds)[number]

/** Returns why these files cannot be kept together, as a sentence; null if they can. */
export function attachmentsProblem(files: readonly { byteCount: number }[]): string | null {
  if (files.length > maxFiles) return `You can add at most ${maxFiles} files.`
  const total = files.reduce((sum, { byteCount }) => sum + byteCount, 0)
  return total > maxTotalBytes ? 'All files together can have at most 50 MB.' : null
}

/** Returns the files that a mail carries: in their order, as long as they fit. */
export function mailedFiles<F extends { byteCount: number }>(files: readonly F[]): F[] {
  let left = maxMailedBytes
  return files.filter(({ byteCount }) => {
    if (byteCount > left) return false
    left -= byteCount
    return true
  })
}

/** "312 KB", "4.5 MB" */
export function fileSizeText(bytes: number): string {
  if (bytes >= megabyte) return `${(bytes / megabyte).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}
