import { AppError } from '../../../shared/errors.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { JudgedPassword } from './password-worker.ts'

/** Refuses a weak password with the reason. Callers count first how often they ask: judging is slow. */
export async function assertStrongPassword(
  { judgePassword }: Pick<AuthDeps, 'judgePassword'>,
  { field, ...judged }: JudgedPassword & { field: string },
): Promise<void> {
  const weakness = await judgePassword(judged)
  if (weakness) throw new AppError('WEAK_PASSWORD', weakness, { fields: { [field]: weakness } })
}
