export const THEME_STORAGE_KEY = "theme";

/** Inlined in the document's head and run before the first paint, so that the other theme does not flash. */
export const THEME_SCRIPT = `(function(){var t;try{t=localStorage.getItem("${THEME_STORAGE_KEY}")}catch(e){}
var m=matchMedia("(prefers-color-scheme: dark)"),a=function(){var c=document.documentElement.dataset.theme||t;
document.documentElement.classList.toggle("dark",c==="dark"||(c!=="light"&&m.matches))};a();m.addEventListener("change",a)})()`;

/** Stops zod from probing `eval`, which the content security policy forbids. Must run before any schema is created. */
export const ZOD_SCRIPT = "globalThis.__zod_globalConfig={jitless:true}";
