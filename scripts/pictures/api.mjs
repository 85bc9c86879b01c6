/** @typedef {ReturnType<typeof apiOf>} Api */

/**
 * Returns a function that calls the API with one account's session.
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
    const response = await context.request[method](`${origin}/api/v1${path}`, options)
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
    return response.status() === 204 ? null : response.json()
  }
}
