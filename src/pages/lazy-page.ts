import { lazyRouteComponent } from '@tanstack/react-router'

/** The scripts of a page could not be loaded because the server did not respond. */
class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
}

// How Chromium, Firefox and Safari report that a script could not be loaded.
const missingScript =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/

/** A script of the page is missing. Only a reload helps, because browsers may cache the failed import. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof PageNotLoaded || (error instanceof Error && missingScript.test(error.message))
}

/**
 * A page whose code is loaded when the user opens it. If a script no longer exists, for example after an
 * update, the router reloads the page. While the server is unreachable, the reload would show the browser's
 * own error page, so an error of another type prevents it.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(
    () =>
      importer().catch(async (cause: unknown) => {
        throw (await isServerReachable()) ? cause : new PageNotLoaded('no answer', { cause })
      }),
    exportName,
  )

export async function isServerReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    return status < 502 || status > 504
  } catch {
    return false
  }
}
