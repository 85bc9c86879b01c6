import { AppError } from '../../../shared/errors.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { JudgedPassword } from './password-worker.ts'

/**
 * Throws with the reason if a password is weak. Callers must apply their rate limits first, because rating is
 * slow.
 */
export async function assertStrongPassword(
  { judgePassword }: Pick<AuthDeps, 'judgePassword'>,
  { field, ...judged }: JudgedPassword & { field: string },
): Promise<void> {
  const weakness = await judgePassword(judged)
  if (weakness) throw new AppError('WEAK_PASSWORD', weakness, { fields: { [field]: weakness } })
}
