let files: readonly File[] = []

/** Keeps files that were dropped on the list until the page that imports them is open. */
export function keepFilesToImport(dropped: readonly File[]): void {
  files = dropped
}

/** Returns the files once. */
export function takeFilesToImport(): readonly File[] {
  const taken = files
  files = []
  return taken
}
