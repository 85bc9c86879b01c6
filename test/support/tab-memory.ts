/** Returns a replacement for a tab's session storage. */
export function tabMemory(entries: [string, string][] = []) {
  const kept = new Map(entries)
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}
