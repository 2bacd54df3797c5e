// The books' own types: they are not those of the documents.
const percentage = 'decimal 5d.2 [0,100]'
const tax =
  'positive (14|15|16|17|18|19|23|24|25|26|27|28|29|30|31|32|33|34|35|36|37|38|39|40|41|44|45|46|47|48|49|50|51|52|53|60|271|301|321|331|341|361|371|481)'
const document =
  'positive (29|30|32|33|34|35|38|39|40|41|43|45|46|48|53|55|56|60|61|101|102|103|104|105|106|108|109|110|111|112|175|180|185|900|901|902|903|904|905|906|907|909|910|911|914|918|919|920|921|922|924|500|501)'

/** LibroCV_v10 [S5]; without the certificates of books on paper, which nothing here writes. */
export const libroCompraVenta = `
LibroCompraVenta @version=decimal:1.0
  EnvioLibro @ID:id
    Caratula
      RutEmisorLibro RUTType
      RutEnvia RUTType
      PeriodoTributario gYearMonth
      FchResol date
      NroResol nonNegative 6d
      TipoOperacion string (COMPRA|VENTA)
      TipoLibro string (MENSUAL|ESPECIAL|RECTIFICA)
      TipoEnvio string 5.. (PARCIAL|FINAL|TOTAL|AJUSTE)
      NroSegmento? positive 6d
      FolioNotificacion? positive 10d
      CodAutRec? string ..10
    ResumenSegmento?
      TotalesSegmento+40
        TpoDoc ${document}
        TpoImp? positive 1d (1|2)
        TotDoc integer 10d
        TotAnulado? integer 10d
        TotOpExe? integer 10d
        TotMntExe ValorType
        TotMntNeto ValorType
        TotOpIVARec? integer 10d
        TotMntIVA ValorType
        TotOpActivoFijo? integer 10d
        TotMntActivoFijo? ValorType
        TotMntIVAActivoFijo? ValorType
        TotIVANoRec*5
          CodIVANoRec positive 1d (1|2|3|4|9)
          TotOpIVANoRec? integer 10d
          TotMntIVANoRec ValorType
        TotOpIVAUsoComun? integer 10d
        TotIVAUsoComun? ValorType
        TotIVAFueraPlazo? ValorType
        TotIVAPropio? ValorType
        TotIVATerceros? ValorType
        TotLey18211? ValorType
        TotOtrosImp*20
          CodImp ${tax}
          TotMntImp ValorType
        TotImpSinCredito? ValorType
        TotOpIVARetTotal? integer 10d
        TotIVARetTotal? ValorType
        TotOpIVARetParcial? integer 10d
        TotIVARetParcial? ValorType
        TotCredEC? ValorType
        TotDepEnvase? ValorType
        TotLiquidaciones?
          TotValComNeto? ValorType
          TotValComExe? ValorType
          TotValComIVA? ValorType
        TotMntTotal ValorType
        TotOpIVANoRetenido? integer 10d
        TotIVANoRetenido? ValorType
        TotMntNoFact? ValorType
        TotMntPeriodo? ValorType
        TotPsjNac? ValorType
        TotPsjInt? ValorType
        TotTabPuros? ValorType
        TotTabCigarrillos? ValorType
        TotTabElaborado? ValorType
    ResumenPeriodo?
      TotalesPeriodo+40
        TpoDoc ${document}
        TpoImp? positive 1d (1|2)
        TotDoc nonNegative 10d
        TotAnulado? positive 10d
        TotOpExe? positive 10d
        TotMntExe ValorType
        TotMntNeto ValorType
        TotOpIVARec? positive 10d
        TotMntIVA ValorType
        TotOpActivoFijo? positive 10d
        TotMntActivoFijo? MontoType
        TotMntIVAActivoFijo? MontoType
        TotIVANoRec*5
          CodIVANoRec positive (1|2|3|4|9)
          TotOpIVANoRec? positive 10d
          TotMntIVANoRec MontoType
        TotOpIVAUsoComun? positive 10d
        TotIVAUsoComun? MontoType
        FctProp? decimal 5d.3 [00.001,99.999]
        TotCredIVAUsoComun? MontoType
        TotIVAFueraPlazo? MontoType
        TotIVAPropio? ValorType
        TotIVATerceros? ValorType
        TotLey18211? MontoType
        TotOtrosImp*20
          CodImp ${tax}
          TotMntImp ValorType
          FctImpAdic? decimal 6d.4 [0.001,1.000]
          TotCredImp? MontoType
        TotImpSinCredito? MontoType
        TotOpIVARetTotal? positive 10d
        TotIVARetTotal? MontoType
        TotOpIVARetParcial? positive 10d
        TotIVARetParcial? MontoType
        TotCredEC? MontoType
        TotDepEnvase? MontoType
        TotLiquidaciones?
          TotValComNeto? ValorType
          TotValComExe? ValorType
          TotValComIVA? ValorType
        TotMntTotal ValorType
        TotOpIVANoRetenido? positive 10d
        TotIVANoRetenido? MontoType
        TotMntNoFact? ValorType
        TotMntPeriodo? ValorType
        TotPsjNac? MontoType
        TotPsjInt? MontoType
        TotTabPuros? MontoType
        TotTabCigarrillos? MontoType
        TotTabElaborado? MontoType
        TotImpVehiculo? MontoType
    Detalle*1000000
      TpoDoc ${document}
      Emisor? positive 1d (1)
      IndFactCompra? positive 1d (1)
      NroDoc positive 10d
      Anulado? string (A)
      Operacion? positive (1|2)
      TpoImp? positive 1d (1|2)
      TasaImp? ${percentage}
      NumInt? string ..10
      IndServicio? positive (1|2|3)
      IndSinCosto? positive (1)
      FchDoc? date [2000-01-01,2050-12-31]
      CdgSIISucur? positive 9d
      RUTDoc? RUTType
      RznSoc? string ..50
      Extranjero?
        NumId? string 1..20
        Nacionalidad? string 1..3
      TpoDocRef? ${document}
      FolioDocRef? positive 10d
      MntExe? ValorType
      MntNeto? ValorType
      MntIVA? ValorType
      MntActivoFijo? MontoType
      MntIVAActivoFijo? MontoType
      IVANoRec*5
        CodIVANoRec positive (1|2|3|4|9)
        MntIVANoRec MontoType
      IVAUsoComun? MontoType
      IVAFueraPlazo? MontoType
      IVAPropio? ValorType
      IVATerceros? ValorType
      Ley18211? MontoType
      OtrosImp*20
        CodImp ${tax}
        TasaImp? ${percentage}
        MntImp ValorType
      MntSinCred? MontoType
      IVARetTotal? MontoType
      IVARetParcial? MontoType
      CredEC? MontoType
      DepEnvase? MontoType
      Liquidaciones?
        RutEmisor RUTType
        ValComNeto? ValorType
        ValComExe? ValorType
        ValComIVA? ValorType
      MntTotal? ValorType
      IVANoRetenido? MontoType
      MntNoFact? ValorType
      MntPeriodo? ValorType
      PsjNac? MontoType
      PsjInt? MontoType
      TabPuros? MontoType
      TabCigarrillos? MontoType
      TabElaborado? MontoType
      ImpVehiculo? MontoType
    TmstFirma dateTime
  <Signature>
`
