export const THEME_STORAGE_KEY = "theme";

/** Runs before the first paint, inline in the document's head: no flash of the other theme. */
export const THEME_SCRIPT = `(function(){var t;try{t=localStorage.getItem("${THEME_STORAGE_KEY}")}catch(e){}
var m=matchMedia("(prefers-color-scheme: dark)"),a=function(){var c=document.documentElement.dataset.theme||t;
document.documentElement.classList.toggle("dark",c==="dark"||(c!=="light"&&m.matches))};a();m.addEventListener("change",a)})()`;

/** Pages forbid eval, and zod would try it once: told beforehand, it does not. Must run before any schema is made. */
export const ZOD_SCRIPT = "globalThis.__zod_globalConfig={jitless:true}";
