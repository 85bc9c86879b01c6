/**
 * Asks again only once the last answer is that old; until then everybody gets the same one. One that is still on its
 * way is waited for, however old the question: somebody who does not answer is not asked twice.
 */
export function atMostEvery<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked = -Infinity
  let isUnderWay = false
  let answer: Promise<T>
  return () => {
    if (!isUnderWay && performance.now() - asked >= ms) {
      asked = performance.now()
      isUnderWay = true
      answer = ask().finally(() => (isUnderWay = false))
    }
    return answer
  }
}
