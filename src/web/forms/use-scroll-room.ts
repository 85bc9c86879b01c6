import { useEffect } from 'react'

/** Keeps focused fields clear of the header and of the form's action bar when the browser scrolls to them. */
export function useScrollRoom(): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBlock = '6rem 8.5rem'
    return () => {
      style.scrollPaddingBlock = ''
    }
  }, [])
}
