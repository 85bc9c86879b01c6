import { lazyRouteComponent } from '@tanstack/react-router'

/** The files of a page could not be fetched, because no answer came. */
class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
}

// How Chromium, Firefox and Safari say that a script could not be had.
const missingScript =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/

/** Whether the page lacks a file, so that only loading it anew can help: a browser may remember that it failed. */
export function isNotLoaded(error: unknown): boolean {
  return error instanceof PageNotLoaded || (error instanceof Error && missingScript.test(error.message))
}

/**
 * A page whose code comes when it is turned to. Where a file is gone, as after an update, the router loads everything
 * anew; while the server is away that would end on the browser's own error page, so it is kept from it then.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(
    () =>
      importer().catch(async (cause: unknown) => {
        throw (await isServerThere()) ? cause : new PageNotLoaded('no answer', { cause })
      }),
    exportName,
  )

export async function isServerThere(): Promise<boolean> {
  try {
    const { status } = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    return status < 502 || status > 504
  } catch {
    return false
  }
}
