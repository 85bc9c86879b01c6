import { type RefObject, useEffect, useRef } from 'react'

/** Opens the print dialog by itself, once, when the sheet is there with its fonts and pictures. */
export function usePrintOnce(sheet: RefObject<HTMLElement | null>, wanted: boolean): void {
  const printed = useRef(false)
  useEffect(() => {
    if (!wanted || printed.current) return undefined
    let left = false
    async function printWhenLoaded() {
      const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])]
      // A picture that cannot be had is printed as the gap that it is on the screen.
      await Promise.allSettled([document.fonts.ready, ...pictures.map((picture) => picture.decode())])
      if (left || printed.current) return
      printed.current = true
      window.print()
    }
    void printWhenLoaded()
    return () => {
      left = true
    }
  }, [sheet, wanted])
}
