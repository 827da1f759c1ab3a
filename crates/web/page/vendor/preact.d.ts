// The types of what `preact.js` holds, as far as the page uses them.

export interface Signal<T> {
  value: T;
  peek(): T;
}
export interface ReadonlySignal<T> {
  readonly value: T;
  peek(): T;
}
export function signal<T>(value: T): Signal<T>;
export function computed<T>(by: () => T): ReadonlySignal<T>;
export function effect(by: () => void): () => void;
export function batch<T>(by: () => T): T;
export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function render(what: any, where: Element): void;
export function useState<T>(value: T): [T, (value: T) => void];
export function useEffect(by: () => void | (() => void), on?: unknown[]): void;
export function useLayoutEffect(by: () => void | (() => void), on?: unknown[]): void;
export function useRef<T>(value: T): { current: T };
export function useMemo<T>(by: () => T, on: unknown[]): T;
