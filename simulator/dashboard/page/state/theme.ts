import { effect, signal } from '@preact/signals';

/** Themes to choose from. */
export const themes = ['system', 'light', 'dark'] as const;

/** Name of a theme. */
export type Theme = (typeof themes)[number];

const place = 'assay-theme';

/** The chosen theme, stored in the browser. */
export const theme = signal<Theme>(themes.find((name) => name === localStorage.getItem(place)) ?? 'system');

/** Applies and stores the theme whenever it changes. */
export function followTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(place, theme.value);
  });
}
