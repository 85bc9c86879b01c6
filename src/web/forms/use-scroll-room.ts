import { useEffect } from 'react'

/** What gets the focus is scrolled to where neither the header nor the bar of the form lies over it. */
export function useScrollRoom(): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBlock = '6rem 8.5rem'
    return () => {
      style.scrollPaddingBlock = ''
    }
  }, [])
}
