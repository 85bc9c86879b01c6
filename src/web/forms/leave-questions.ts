/** What the user is about to do. */
export type LeavingBy = 'signing-out' | 'switching'

type LeaveQuestion = (by: LeavingBy) => Promise<boolean>

const questions = new Set<LeaveQuestion>()

/** Asks before the user leaves without a navigation. Returns how to remove it. */
export function askBeforeLeaving(question: LeaveQuestion): () => void {
  questions.add(question)
  return () => questions.delete(question)
}

export async function mayLeave(by: LeavingBy): Promise<boolean> {
  for (const question of questions) {
    // One after the other: a person answers one question at a time, and the first No is enough.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await question(by))) return false
  }
  return true
}
