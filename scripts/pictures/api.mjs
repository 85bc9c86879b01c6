/** @typedef {ReturnType<typeof apiOf>} Api */

/**
 * The API as one account uses it.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} origin
 */
export function apiOf(context, origin) {
  /**
   * @param {'get' | 'post' | 'put'} method
   * @param {string} path
   * @param {unknown} [data]
   */
  return async (method, path, data) => {
    const options = { headers: { origin }, data }
    const answer = await context.request[method](`${origin}/api/v1${path}`, options)
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? null : answer.json()
  }
}
