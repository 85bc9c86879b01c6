import type { Auth } from '../../src/features/auth/better-auth.ts'

type Passwords = Awaited<Auth['$context']>['password']

// Shared by the whole process, because test files share their imports.
const hashes = new Map<string, Promise<string>>()
const checks = new Map<string, Promise<boolean>>()

/**
 * Hashes like the product, but each password only once. Hashing takes long by design, and most tests start
 * with an account.
 */
export async function rememberPasswords(auth: Auth): Promise<void> {
  const { password } = await auth.$context
  const { hash, verify } = password
  Object.assign(password, {
    hash: (text) => remember(hashes, text, () => hash(text)),
    verify: (given) => remember(checks, JSON.stringify(given), () => verify(given)),
  } satisfies Partial<Passwords>)
}

function remember<T>(cache: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const found = cache.get(key) ?? work()
  cache.set(key, found)
  return found
}
