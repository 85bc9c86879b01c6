import { type RefObject, useEffect, useRef } from 'react'

/** Opens the print dialog once, after the fonts and images of the document have loaded. */
export function usePrintOnce(sheet: RefObject<HTMLElement | null>, wanted: boolean): void {
  const printed = useRef(false)
  useEffect(() => {
    if (!wanted || printed.current) return undefined
    let isCancelled = false
    async function printWhenLoaded() {
      const images = [...(sheet.current?.querySelectorAll('img') ?? [])]
      // An image that fails to load is printed as a gap, as on the screen.
      await Promise.allSettled([document.fonts.ready, ...images.map((image) => image.decode())])
      if (isCancelled || printed.current) return
      printed.current = true
      window.print()
    }
    void printWhenLoaded()
    return () => {
      isCancelled = true
    }
  }, [sheet, wanted])
}
