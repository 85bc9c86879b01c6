interface Named {
  userId: string
  name: string
}

/** Case and accents do not matter while a name is searched. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What was typed after an @ up to the caret; null if no name is being typed. */
export function mentionAt(text: string, caret: number): { start: number; typed: string } | null {
  const before = text.slice(0, caret)
  const start = before.lastIndexOf('@')
  if (start < 0) return null
  // Otherwise it may be an email address.
  if (start > 0 && /[\p{L}\p{N}._-]/u.test(before[start - 1] ?? '')) return null
  const typed = before.slice(start + 1)
  return /[\n@]|^\s/.test(typed) ? null : { start, typed }
}

/** The people of whose name a word begins with what was typed, those whose first name does before the others. */
export function peopleFor<Person extends Named>(people: readonly Person[], typed: string): Person[] {
  const wanted = plain(typed)
  // What is longer is a whole name, and the text after it.
  const open = people.filter(({ name }) => plain(name).length >= wanted.length)
  const first = open.filter(({ name }) => plain(name).startsWith(wanted))
  const later = open.filter(
    ({ name }) => !first.some((one) => one.name === name) && plain(name).includes(` ${wanted}`),
  )
  return [...first, ...later]
}

/** The text with the name instead of what was typed, and where the caret goes. */
export function withMention(
  text: string,
  { start, typed }: { start: number; typed: string },
  name: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + typed.length)
  const named = `@${name}${/^[\s.,;:!?)]/.test(after) ? '' : ' '}`
  return { text: text.slice(0, start) + named + after, caret: start + named.length }
}

interface Part {
  text: string
  isMention: boolean
}

/** The text in parts: the names of these people after an @, and the rest. */
export function splitMentions(text: string, people: readonly Named[]): Part[] {
  // The longest first: "Ann" must not take the beginning of "Ann Lee".
  const names = people
    .map(({ name }) => name)
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
  const parts: Part[] = []
  let rest = 0
  let from = 0
  for (;;) {
    const at = text.indexOf('@', from)
    if (at < 0) break
    const name = names.find((one) => text.startsWith(one, at + 1))
    from = at + 1 + (name?.length ?? 0)
    if (name === undefined) continue
    if (at > rest) parts.push({ text: text.slice(rest, at), isMention: false })
    parts.push({ text: text.slice(at, from), isMention: true })
    rest = from
  }
  if (rest < text.length) parts.push({ text: text.slice(rest), isMention: false })
  return parts
}

/** The people whom a text names, once each. People of the same name are all meant. */
export function mentionedIn<Person extends Named>(text: string, people: readonly Person[]): Person[] {
  const named = new Set(
    splitMentions(text, people).flatMap((part) => (part.isMention ? part.text.slice(1) : [])),
  )
  return people.filter(({ name }) => named.has(name))
}
