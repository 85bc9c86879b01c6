import type { Auth } from '../../src/features/auth/better-auth.ts'

type Passwords = Awaited<Auth['$context']>['password']

// For a whole process: files share what they import.
const hashes = new Map<string, Promise<string>>()
const checks = new Map<string, Promise<boolean>>()

/** Hashes as the product does, each password once: hashing takes long by design, and most tests begin with an account. */
export async function rememberPasswords(auth: Auth): Promise<void> {
  const { password } = await auth.$context
  const { hash, verify } = password
  Object.assign(password, {
    hash: (text) => remember(hashes, text, () => hash(text)),
    verify: (given) => remember(checks, JSON.stringify(given), () => verify(given)),
  } satisfies Partial<Passwords>)
}

function remember<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? work()
  known.set(key, found)
  return found
}
