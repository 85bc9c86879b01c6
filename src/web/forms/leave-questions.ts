type LeaveQuestion = () => Promise<boolean>

const questions = new Set<LeaveQuestion>()

/** Asks before the user leaves without a navigation, such as by signing out. Returns how to remove it. */
export function askBeforeLeaving(question: LeaveQuestion): () => void {
  questions.add(question)
  return () => questions.delete(question)
}

export async function mayLeave(): Promise<boolean> {
  for (const question of questions) {
    // One after the other: a person answers one question at a time, and the first No is enough.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await question())) return false
  }
  return true
}
