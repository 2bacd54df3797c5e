// The book's own types: they are not those of the documents.
const percentage = 'decimal 5d.2 [0,100]'
const document =
  'positive (30|32|33|34|35|38|39|40|45|46|55|56|60|61|101|102|103|104|105|106|108|109|900|901|902|903|904|905|906|907|909|910|911|914|918|919)'

/** LibroGuia_v10 [S5]. */
export const libroGuia = `
LibroGuia @version=decimal:1.0
  EnvioLibro @ID:id
    Caratula
      RutEmisorLibro RUTType
      RutEnvia RUTType
      PeriodoTributario gYearMonth
      FchResol date
      NroResol nonNegative
      TipoLibro string ..10 (ESPECIAL)
      TipoEnvio? string (PARCIAL|FINAL|TOTAL|AJUSTE)
      NroSegmento? positive 6d
      FolioNotificacion positive 18d
    ResumenSegmento?
      TotFolAnulado? integer 10d
      TotGuiaAnulada? integer 10d
      TotGuiaVenta integer 10d
      TotMntGuiaVta ValorType
      TotMntModificado? ValorType
      TotTraslado*6
        TpoTraslado positive 1d (2|3|4|5|6|7|8|9)
        CantGuia integer 10d
        MntGuia? ValorType
    ResumenPeriodo?
      TotFolAnulado? nonNegative 10d
      TotGuiaAnulada? nonNegative 10d
      TotGuiaVenta nonNegative 10d
      TotMntGuiaVta MontoType
      TotMntModificado? MontoType
      TotTraslado*6
        TpoTraslado positive 1d (2|3|4|5|6|7|8|9)
        CantGuia nonNegative 10d
        MntGuia? MontoType
    Detalle*1000000
      Folio positive 10d
      Anulado? positive 1d (1|2|3)
      Operacion? positive 1d (1|2)
      TpoOper? positive 1d (1|2|3|4|5|6|7)
      FchDoc? date
      RUTDoc? RUTType
      RznSoc? string ..50
      MntNeto? MontoType
      TasaImp? ${percentage}
      IVA? MontoType
      MntTotal? MontoType
      MntModificado? MontoType
      TpoDocRef? ${document}
      FolioDocRef? positive 10d
      FchDocRef? date
    TmstFirma dateTime
  <Signature>
`
